import type words from '#console/messages/pt-BR.json';

export type ScreenName = keyof (typeof words)['nav'];
