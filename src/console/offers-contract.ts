import * as z from 'zod/mini';
import { readCatalog } from '#catalog/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { type SettingUnit, settingUnits } from '#platform/setting-units.ts';
import { typedLine } from '#platform/typed/schemas.ts';

/** Current and planned offers: every setting with its versions, and the catalog that customers would see. Values are JSON. */
const moment = z.iso.datetime();
const key = z.string().check(z.maxLength(60), z.regex(/^[a-z]+\.[a-z_]+$/));
const number = z.string().check(z.regex(/^[1-9]\d{0,17}$/));

export type Unit = SettingUnit;

export const version = z.object({
  Number: z.string(),
  Value: z.unknown(),
  /** The value in force then, or that would have been without this version; null for the default. */
  Before: z.unknown(),
  /** Business time. */
  From: moment,
  Made: moment,
  /** Empty where the product itself made it. */
  By: z.string(),
  State: z.enum(['past', 'present', 'coming', 'withdrawn']),
  WithdrawnBy: z.nullable(z.string()),
});
export type SettingVersionShown = z.output<typeof version>;

export const shownSetting = z.object({
  Key: z.string(),
  Unit: z.nullable(z.enum(settingUnits)),
  Value: z.unknown(),
  Standard: z.unknown(),
  /** As in the command line. */
  Description: z.string(),
  /** Soonest first. */
  Coming: z.array(version),
});
export type ShownSetting = z.output<typeof shownSetting>;

export const readOffers = endpoint({
  method: 'GET',
  path: '/console/offers',
  access: 'staff',
  summary: 'Every setting: its current value, and what is planned',
  answer: z.object({ Now: moment, Settings: z.array(shownSetting) }),
});

export const listVersions = endpoint({
  method: 'GET',
  path: '/console/offers/:key/versions',
  access: 'staff',
  summary: 'The versions of a setting, newest first',
  params: z.object({ key }),
  query: z.object({ after: z.optional(number) }),
  answer: z.array(version),
  pages: true,
});

export const previewOffer = endpoint({
  method: 'POST',
  path: '/console/offers/preview',
  access: 'staff',
  summary: 'What customers would read with another value of a setting, now or from a given time. Nothing is changed',
  body: z.strictObject({
    key,
    /** In the format of the command. */
    value: typedLine(2000),
    from: z.optional(moment),
  }),
  answer: z.object({
    /** Why the change would be refused, in the reader's language; null if it would be accepted. */
    Problem: z.nullable(z.string()),
    Now: readCatalog.answer,
    Then: z.nullable(readCatalog.answer),
  }),
});
