import consoleLater from '#console/messages/later/pt-BR.json';

export const texts = { consoleLater };
