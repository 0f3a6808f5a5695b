/** What browsers and their helpers do to a page besides showing it. Loaded beside the first files, which it would only make heavier. */
import './survive-translation.ts';
import './ui/send-what-stands.ts';
