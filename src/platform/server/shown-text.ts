/**
 * Characters that a text written by one person and read by another must not contain: invisible ones, and those that reverse the words
 * around them, so that a name is never blank, nor shown as another one. Letters of every script, and the joiners used in Persian, are
 * allowed.
 */
const unseen =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
const idleJoiner = /(^|\s|[\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](\s|$)/;
/** Marks stacked on one letter overlap the lines above and below; no script needs so many. */
const piledMarks = /\p{M}{5}/u;
const seen = /[\p{L}\p{N}\p{S}]/u;

export function isShownText(text: string): boolean {
  return seen.test(text) && !unseen.test(text) && !idleJoiner.test(text) && !piledMarks.test(text);
}
