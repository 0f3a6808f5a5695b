import * as z from 'zod/mini';
// By its name: taking it out of the namespace keeps the whole of it in the bundle.
import { catch as orElse } from 'zod/mini';

/**
 * A path part that the specification fixes although it would write a phone or a password into every log on the way. The
 * body decides; whatever stands in the path is read as `-`, and our own client sends just that.
 */
export const unreadPathPart = orElse(z.literal('-'), '-');
