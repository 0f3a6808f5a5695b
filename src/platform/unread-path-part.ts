import * as z from 'zod/mini';
// Imported by name: accessing it through the namespace would keep the whole namespace in the bundle.
import { catch as orElse } from 'zod/mini';

/**
 * A path part that the specification requires although it would write a phone or a password into every log on the way. The body decides;
 * the path part is always read as `-`, which is what our own client sends.
 */
export const unreadPathPart = orElse(z.literal('-'), '-');
