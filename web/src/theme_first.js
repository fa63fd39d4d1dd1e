// Before anything is painted, so that a dark page does not begin with a white flash.
import { apply_theme } from './theme.js';

apply_theme();
