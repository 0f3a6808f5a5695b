import { describe, expect, test } from 'vitest';
import { blankDetails, fieldOfRefusal, findProblems, type RegisterDetails } from './register-details.ts';

const bruno: RegisterDetails = {
  name: 'Bruno Lima',
  email: 'bruno@example.com',
  phone: '+55 21 99876-5432',
  birth: '1988-11-03',
  password: 'capivara no telhado',
  country: 'BR',
  code: '',
  terms: true,
};

describe("a newcomer's input", () => {
  test('[A7] has no problems when complete', () => {
    expect(findProblems(bruno, bruno.phone)).toEqual({});
  });

  test('[A7] lacks everything but the code at first', () => {
    expect(findProblems(blankDetails('ABCD2345'), null)).toEqual({
      name: 'empty',
      email: 'email',
      phone: 'phone',
      birth: 'birth',
      password: 'password',
      terms: 'terms',
    });
  });

  test.each([
    [{ name: '\u{1d159}' }, { name: 'name' }],
    [{ name: 'An\u200ba' }, { name: 'name' }],
    [{ name: '\u200e王小明' }, {}],
    [{ email: 'bruno@example' }, { email: 'email' }],
    [{ email: 'r&d@example.com' }, {}],
    [{ email: 'bruno@пример.рф' }, {}],
    [{ email: 'josé@example.com' }, { email: 'emailLetters' }],
    [{ password: 'sete777' }, { password: 'password' }],
    [{ password: 'x'.repeat(129) }, { password: 'password' }],
  ])('[A7] %j is %j', (different, problems) => {
    expect(findProblems({ ...bruno, ...different }, bruno.phone)).toEqual(problems);
  });
});

test.each([
  ['email_taken', undefined, 'email'],
  ['password_too_common', undefined, 'password'],
  ['unknown_code', undefined, 'code'],
  ['under_age', undefined, 'birth'],
  ['invalid_field', 'phone', 'phone'],
  ['invalid_field', 'nothing', null],
  ['too_many_attempts', undefined, null],
])('[A7] the refusal %s (%s) is reported at the field %s', (code, field, at) => {
  expect(fieldOfRefusal(code, field)).toBe(at);
});
