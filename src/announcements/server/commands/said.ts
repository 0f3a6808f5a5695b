import * as z from 'zod/mini';
import { linkShape, longestAnnouncement, longestSubject } from '#announcements/segments.ts';
import { optional, paragraphs, type Param, type ValuesOf, text, unrecorded } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { type Language, languages } from '#platform/languages.ts';
import { typedLine } from '#platform/typed/schemas.ts';

type In<What extends string> = `${What}-${Lowercase<Language>}`;
const inLanguage = <What extends string>(what: What, language: Language) =>
  `${what}-${language.toLowerCase()}` as In<What>;

/** Plain text: markup is displayed literally, never interpreted. */
const said = (param: Param<string>) => unrecorded(optional(param));

/** What an announcement says, a subject and a text for each language, and where it leads. */
export const sayings = {
  ...(Object.fromEntries(
    languages.flatMap((language) => [
      [inLanguage('subject', language), said(text(longestSubject))],
      [inLanguage('text', language), said(paragraphs(longestAnnouncement))],
    ]),
  ) as Record<In<'subject' | 'text'>, Param<string, false>>),
  link: optional(text(200, typedLine(200).check(z.regex(linkShape)))),
};

export interface Said {
  language: Language;
  subject: string;
  text: string;
}

/** What is said, by language; at least one, each with its subject. */
export function readSayings(values: Pick<ValuesOf<typeof sayings>, In<'subject' | 'text'>>): Said[] {
  const given = languages.flatMap((language) => {
    const [subject, saying] = [values[inLanguage('subject', language)], values[inLanguage('text', language)]];
    if (subject === undefined && saying === undefined) return [];
    if (subject === undefined || saying === undefined)
      throw new CommandRefused('half_said', `In ${language} a subject and a text go together.`);
    return [{ language, subject, text: saying }];
  });
  if (given.length === 0) throw new CommandRefused('nothing_said', 'It says nothing in any language.');
  return given;
}
