import { expect, test } from 'vitest';
import { troubleOf } from './smtp-trouble.ts';

test.each([
  ['RCPT TO', '550 5.1.1 <ana@example.com>: Recipient address rejected: User unknown'],
  ['RCPT TO', '550 5.1.10 RESOLVER.ADR.RecipientNotFound'],
  ['RCPT TO', '550 5.1.2 bad destination system'],
  ['RCPT TO', '550 5.2.1 The email account that you tried to reach is disabled'],
  ['DATA', '550-5.1.1 The email account that you tried to reach does not exist'],
  ['RCPT TO', '550 no such reader spam.policy@example.com'],
  ['RCPT TO', '553 no mailbox here by that name'],
])('[A9] a recipient who does not exist is given up at once: %s, %s', (command, response) => {
  const trouble = troubleOf({ command, response, responseCode: Number(response.slice(0, 3)) });
  expect(trouble).toMatchObject({ isFinal: true, code: `smtp_${response.slice(0, 3)}` });
});

test.each([
  ['RCPT TO', '554 5.7.1 <ana@example.com>: Relay access denied'],
  ['RCPT TO', '550 5.7.1 Service unavailable; client host blocked using a list'],
  ['RCPT TO', '550 5.4.5 Daily user sending quota exceeded'],
  ['DATA', '550 5.4.5 Daily sending quota exceeded'],
  ['DATA', '554 5.7.1 Message rejected under suspicion of SPAM'],
  ['DATA', '550 5.7.26 This mail is unauthenticated: SPF did not pass'],
  ['DATA', '552 5.3.4 Message size exceeds fixed limit'],
  ['RCPT TO', '552 5.2.2 Mailbox full'],
  ['RCPT TO', '553 5.1.8 Sender address has a null MX'],
  ['RCPT TO', '530 5.7.0 Authentication required'],
  ['MAIL FROM', '550 5.1.1 sender unknown'],
  ['MAIL FROM', '553 5.7.1 not owned by user'],
  ['RCPT TO', '550 relay not permitted'],
  ['RCPT TO', '550 Access denied'],
  ['RCPT TO', '554 no'],
  ['DATA', '554 transaction failed'],
  ['RCPT TO', '451 4.7.1 greylisted'],
  ['AUTH PLAIN', '535 5.7.8 bad login'],
])('[A9] what is not the recipient’s fault is tried again: %s, %s', (command, response) => {
  expect(troubleOf({ command, response, responseCode: Number(response.slice(0, 3)) }).isFinal).toBe(false);
});
