# What goes to the share folder of an installation: manual pages, compressed as they are there, and completion.
# Usage: cmake -DPROGRAM=<tacit> -DSHARE=<folder> -P share.cmake
file(REMOVE_RECURSE ${SHARE})
function(write path)
  get_filename_component(folder ${SHARE}/${path} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_FILE ${SHARE}/${path} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

find_program(gzip gzip REQUIRED)
function(write_manual name)
  write(man/man1/${name}.1 help --man ${ARGN})
  execute_process(COMMAND ${gzip} -9n ${SHARE}/man/man1/${name}.1 COMMAND_ERROR_IS_FATAL ANY)
endfunction()

write(bash-completion/completions/tacit completion bash)
write(zsh/site-functions/_tacit completion zsh)
write(zsh/vendor-completions/_tacit completion zsh) # where Debian's zsh looks below /usr
write(fish/vendor_completions.d/tacit.fish completion fish)
write_manual(tacit)
execute_process(COMMAND ${PROGRAM} help --commands OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" commands "${commands}")
foreach(command IN LISTS commands)
  write_manual(tacit-${command} ${command})
endforeach()
file(TOUCH ${SHARE}/made)
