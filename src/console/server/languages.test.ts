import { expect, test } from 'vitest';
import consoleEn from '#console/messages/en.json' with { type: 'json' };
import consoleEs from '#console/messages/es.json' with { type: 'json' };
import consoleFa from '#console/messages/fa.json' with { type: 'json' };
import consolePtBr from '#console/messages/pt-BR.json' with { type: 'json' };
import consoleZhCn from '#console/messages/zh-CN.json' with { type: 'json' };
import laterEn from '#console/messages/page/en.json' with { type: 'json' };
import staffEn from '#staff/messages/en.json' with { type: 'json' };
import laterEs from '#console/messages/page/es.json' with { type: 'json' };
import staffEs from '#staff/messages/es.json' with { type: 'json' };
import laterFa from '#console/messages/page/fa.json' with { type: 'json' };
import staffFa from '#staff/messages/fa.json' with { type: 'json' };
import laterPtBr from '#console/messages/page/pt-BR.json' with { type: 'json' };
import staffPtBr from '#staff/messages/pt-BR.json' with { type: 'json' };
import laterZhCn from '#console/messages/page/zh-CN.json' with { type: 'json' };
import staffZhCn from '#staff/messages/zh-CN.json' with { type: 'json' };

/** Every text by where it stands. */
function flatten(texts: object, place = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]): [string, string][] =>
    typeof text === 'string' ? [[`${place}${name}`, text]] : flatten(text as object, `${place}${name}/`),
  );
}
const all = (ofConsole: object, ofLater: object, ofStaff: object) =>
  new Map(flatten({ console: ofConsole, later: ofLater, staff: ofStaff }));
const english = all(consoleEn, laterEn, staffEn);
const others = [
  ['pt-BR', all(consolePtBr, laterPtBr, staffPtBr)],
  ['es', all(consoleEs, laterEs, staffEs)],
  ['zh-CN', all(consoleZhCn, laterZhCn, staffZhCn)],
  ['fa', all(consoleFa, laterFa, staffFa)],
] as const;

/** Names of products, signs, and words that two languages share. */
const shared =
  /^(stakes?|copytrade|primevault|primezord|sha-256|menu|console|no|status|asset|payout|\{brand\} console|id|total|base|residual|compliance|\W*)$/i;
const argumentsOf = (text: string) => [...new Set(text.match(/\{\w+(?=[,}])|<\/?\w+>/g))].toSorted();

test.each(others)('[R7] the console says nothing in English to those who read %s', (_language, texts) => {
  expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  const same = [...texts].filter(
    ([place, text]) =>
      text === english.get(place) && !shared.test(text.replaceAll(/\{\w+(, \w+)?\}|<\/?\w+>/g, '').trim()),
  );
  expect(same).toEqual([]);
});

test.each(others)('[R7] in %s every text of the console is filled with the same values', (language, texts) => {
  for (const [place, text] of texts) {
    // What stands in the branches of a plural is words in one language and may look like a value in none.
    const wanted = argumentsOf(english.get(place) ?? '');
    expect([language, place, wanted.filter((name) => !text.includes(name))]).toEqual([language, place, []]);
  }
});

/** A button's name for screen readers holds what is seen on it, so that it can be said to a voice control. */
test.each([['en', english] as const, ...others])(
  '[R7] in %s a button is called what is seen on it',
  (language, texts) => {
    // Chinese has no spaces between words.
    const edge = language === 'zh-CN' ? '' : '\\P{L}';
    for (const [seen, called] of [
      ['staff/change', 'staff/changeThis'],
      ['actions/take', 'actions/takeThis'],
      ['offers/changes/schedule', 'offers/changesOf/schedule'],
      ['offers/changes/set', 'offers/changesOf/set'],
      ['offers/planFields/remove', 'offers/planFields/removeThis'],
      ['promocodes/end', 'promocodes/endThis'],
    ])
      expect(texts.get(`console/${called}`)?.toLowerCase()).toMatch(
        new RegExp(`(^|${edge})${texts.get(`console/${seen}`)?.toLowerCase()}(${edge}|$)`, 'u'),
      );
  },
);
