import type { Language } from '#platform/languages.ts';
import type { Theme } from '#platform/web/theme.ts';
import type { DialogName } from '#platform/web/ui/use-dialog-address.ts';
import { type HelpTopic, helpTopics } from '#help/topics.ts';
import { screenTabs } from '#history/tabs.ts';

/** The action of a command: exactly one of these. */
export type Deed =
  | { to: string }
  | { dialog: DialogName }
  | { theme: Theme }
  | { language: Language }
  | { leave: 'session' | 'site' };

export const commandGroups = ['go', 'do', 'help', 'history', 'look', 'leave'] as const;
export type CommandGroup = (typeof commandGroups)[number];

export interface Command {
  /** Its key in the texts. */
  id: CommandId;
  group: CommandGroup;
  /** Shortcut without the palette: one key, or two in sequence. */
  keys?: string;
  /** Only with the bot (true), or only without it (false). */
  bot?: boolean;
  deed: Deed;
  /** The part of the help page that it opens. */
  topic?: HelpTopic;
}

const placesAndDeeds = [
  { id: 'dashboard', group: 'go', keys: 'g d', deed: { to: '/dashboard' } },
  { id: 'stake', group: 'go', keys: 'g s', deed: { to: '/stake' } },
  { id: 'maturities', group: 'go', keys: 'g m', deed: { to: '/maturities' } },
  { id: 'history', group: 'go', keys: 'g h', deed: { to: '/history' } },
  { id: 'network', group: 'go', keys: 'g n', deed: { to: '/network' } },
  { id: 'copytrade', group: 'go', keys: 'g c', deed: { to: '/copytrade' } },
  { id: 'operations', group: 'go', keys: 'g o', deed: { to: '/operations' } },
  { id: 'primevault', group: 'go', keys: 'g v', deed: { to: '/primevault' } },
  { id: 'primezord', group: 'go', keys: 'g p', deed: { to: '/primezord' } },
  { id: 'products', group: 'go', deed: { to: '/products' } },
  { id: 'profile', group: 'go', keys: 'g u', deed: { to: '/profile' } },
  { id: 'help', group: 'go', keys: 'g a', deed: { to: '/help' } },
  { id: 'newStake', group: 'do', keys: 'n', deed: { dialog: 'new-stake' } },
  { id: 'withdraw', group: 'do', keys: 'w', deed: { dialog: 'withdraw' } },
  { id: 'bring', group: 'do', keys: 'b', deed: { dialog: 'deposit' } },
  { id: 'cancelStake', group: 'do', deed: { to: '/stake' } },
  { id: 'newCopy', group: 'do', keys: 'c', deed: { dialog: 'new-copy' } },
  { id: 'newVault', group: 'do', keys: 'v', deed: { dialog: 'vault-investment' } },
  { id: 'botSubscribe', group: 'do', bot: false, deed: { dialog: 'bot-subscribe' } },
  { id: 'botDeposit', group: 'do', bot: true, deed: { to: '/primezord?dialog=bot-deposit' } },
  { id: 'botInvest', group: 'do', bot: true, deed: { to: '/primezord?dialog=bot-invest' } },
  { id: 'botWithdraw', group: 'do', bot: true, deed: { to: '/primezord?dialog=bot-withdraw' } },
] as const;

const looksAndExits = [
  { id: 'light', group: 'look', deed: { theme: 'light' } },
  { id: 'dark', group: 'look', deed: { theme: 'dark' } },
  { id: 'portuguese', group: 'look', deed: { language: 'pt-BR' } },
  { id: 'english', group: 'look', deed: { language: 'en' } },
  { id: 'spanish', group: 'look', deed: { language: 'es' } },
  { id: 'chinese', group: 'look', deed: { language: 'zh-CN' } },
  { id: 'persian', group: 'look', deed: { language: 'fa' } },
  { id: 'shortcuts', group: 'look', keys: '?', deed: { dialog: 'shortcuts' } },
  { id: 'toBroker', group: 'leave', deed: { leave: 'site' } },
  { id: 'logOut', group: 'leave', deed: { leave: 'session' } },
] as const;

type TabId = `tab-${(typeof screenTabs)[number]}`;
/** Ids whose labels are among the palette's own texts. */
export type OwnCommandId = (typeof placesAndDeeds)[number]['id'] | (typeof looksAndExits)[number]['id'] | TabId;
/** Parts of the help page have labels of their own. */
type TopicId = `help-${HelpTopic}`;
export type CommandId = OwnCommandId | TopicId;

/** Everything that can be opened or started from the keyboard, in display order. */
export const commands: readonly Command[] = [
  ...placesAndDeeds,
  ...helpTopics.map((topic): Command => ({
    id: `help-${topic}`,
    group: 'help',
    topic,
    deed: { to: `/help#${topic}` },
  })),
  ...screenTabs.map((tab): Command => ({ id: `tab-${tab}`, group: 'history', deed: { to: `/history?tab=${tab}` } })),
  ...looksAndExits,
];

/** The command of a shortcut. */
export function commandOf(keys: string): Command | undefined {
  return commands.find((command) => command.keys === keys);
}

/** The commands for this customer. */
export function offeredTo(hasBot: boolean): Command[] {
  return commands.filter(({ bot }) => bot === undefined || bot === hasBot);
}
