import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { fontsFor, inPrintableLetters } from './fonts-for.ts';
import { readPdf } from './testing/read-pdf.ts';

const names = {
  Korean: '김철수',
  Hebrew: 'דוד כהן',
  Japanese: 'やまだ タロウ 山田',
  Chinese: '王小明',
  Persian: 'علی رضایی',
  Russian: 'Николай Чудотворец',
  Greek: 'Γιώργος Παπαδόπουλος',
  Vietnamese: 'Nguyễn Thị Hồng',
  Armenian: 'Արմեն Սարգսյան',
  Bengali: 'রহিমা খাতুন',
  Hindi: 'राहुल शर्मा',
  Amharic: 'አበበ ቢቂላ',
  Georgian: 'გიორგი ბერიძე',
  Gujarati: 'નરેન્દ્ર પટેલ',
  Punjabi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  Kannada: 'ರಾಜೇಶ್ ಕುಮಾರ್',
  Khmer: 'សុខ ចាន់',
  Lao: 'ສົມສັກ ພົມມະ',
  Malayalam: 'അനിൽ കുമാർ',
  Burmese: 'အောင်ဆန်း',
  Sinhala: 'නිමල් පෙරේරා',
  Tamil: 'குமார் ராஜா',
  Telugu: 'రాజేష్ కుమార్',
  Thai: 'สมชาย ใจดี',
};

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function printName(name: string): Promise<string> {
  const ana = await world.investor();
  await world.db.query('UPDATE customers SET name = $2 WHERE id = $1', [ana.id, name]);
  const answer = await ana.get(`/api/statement/${world.now.getUTCFullYear()}.pdf`, { 'accept-language': 'en' });
  expect([name, answer.statusCode]).toEqual([name, 200]);
  return (await readPdf(answer.rawPayload)).pages.join(' ');
}

test.each(Object.entries(names))('[G6] [L13] a name in %s has every letter in the fonts read for it', (_, name) => {
  expect(inPrintableLetters(name, fontsFor(name), '?')).toBe(name);
});

test('[G6] a font of another script is read only where it is needed', () => {
  const usual = fontsFor('Ana Beatriz · علی · Николай');
  expect(usual).toHaveLength(4);
  expect(fontsFor('Ana 김').slice(0, 4)).toEqual(usual);
  expect(fontsFor('Ana 김')).toHaveLength(6);
});

test('[G6] [L13] names in Korean, Hebrew and Hindi are in the document, right to left where that is their order', async () => {
  expect(await printName(names.Korean)).toContain(names.Korean);
  const hebrew = await printName(names.Hebrew);
  expect([names.Hebrew, names.Hebrew.split(' ').toReversed().join(' ')].some((each) => hebrew.includes(each))).toBe(
    true,
  );
  expect((await printName(names.Hindi)).replaceAll(/[^\p{L}\p{M}]/gu, '')).toContain('राहुल');
}, 60_000);

test('[G6] [L13] letters that no font has are said in words, and the rest of the name is printed', async () => {
  expect(await printName('Ana 𐎀𐎁𐎂 Silva')).toContain('Ana [letters that this document cannot print] Silva');
}, 60_000);
