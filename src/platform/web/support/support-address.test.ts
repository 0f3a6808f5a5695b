import fc from 'fast-check';
import { expect, test } from 'vitest';
import { referenceOf, supportAddress } from './support-address.ts';

const id = '0b9d2a52-9c49-4c1b-8f5a-2b8a5d4f1c11';

test.each([
  ['mailto:help@x.example', `mailto:help@x.example?subject=About%20${id}`],
  ['mailto:help+lastro@x.example', `mailto:help+lastro@x.example?subject=About%20${id}`],
  [
    'mailto:help@x.example?subject=Lastro&cc=a+b@x.example',
    `mailto:help@x.example?subject=Lastro%20%C2%B7%20About%20${id}&cc=a%2Bb%40x.example`,
  ],
  ['https://help.example/', `https://help.example/?reference=${id}`],
  ['https://help.example/new?form=7#top', `https://help.example/new?form=7&reference=${id}#top`],
  ['https://help.example/?reference=old', `https://help.example/?reference=${id}`],
  ['tel:+551140028922', 'tel:+551140028922'],
])('[G4] support at %s gets the reference', (support, address) => {
  // A plus in the query of the configured address is read as a space.
  const expected = address.replace('cc=a%2Bb', 'cc=a%20b');
  expect(supportAddress(support, id, `About ${id}`)).toBe(expected);
});

test('[G4] whatever the reference contains, the address stays the operator’s own, on one line, with one reference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const reference = referenceOf(text);
      expect(reference.length).toBeLessThanOrEqual(120);
      expect(reference).not.toMatch(/[\p{Cc}&?=<>"'%\\]/u);
      const page = new URL(supportAddress('https://help.example/new', text, reference));
      expect([page.origin, page.pathname, page.hash]).toEqual(['https://help.example', '/new', '']);
      expect([...page.searchParams.keys()]).toEqual(['reference']);
      const mail = new URL(supportAddress('mailto:help@x.example', text, reference));
      expect([mail.pathname, ...mail.searchParams.keys()]).toEqual(['help@x.example', 'subject']);
      expect(mail.href).not.toMatch(/%0a|%0d|\s/i);
    }),
  );
});
