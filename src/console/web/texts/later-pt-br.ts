import consoleLater from '#console/messages/page/pt-BR.json';

export const texts = { consoleLater };
