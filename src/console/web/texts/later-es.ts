import consoleLater from '#console/messages/later/es.json';

export const texts = { consoleLater };
