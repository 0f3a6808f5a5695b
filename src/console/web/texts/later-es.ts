import consoleLater from '#console/messages/page/es.json';

export const texts = { consoleLater };
