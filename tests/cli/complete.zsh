# Types each line into a zsh of its own, presses tab and prints what the line has become.
# Usage: zsh -f complete.zsh FOLDER-OF-_tacit LINE...
zmodload zsh/zpty
folder=$1
shift
for line in "$@"; do
  zpty shell zsh -f -i
  zpty -w shell "autoload -U compinit; fpath=($folder \$fpath); compinit -D -u; cd $folder; print READY"
  while zpty -r shell out; do [[ $out == READY* ]] && break; done
  zpty -w -n shell "$line"$'\t'
  sleep 1
  zpty -w -n shell $'\x01print -r -- GOT: \'\x05\'\n' # the line in quotes, so that it is printed and not run
  while zpty -r shell out; do [[ $out == GOT:* ]] && { out=${out#GOT: }; print -r -- ${out%%$'\r'*}; break; }; done
  zpty -d shell
done
