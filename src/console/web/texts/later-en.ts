import consoleLater from '#console/messages/later/en.json';

export const texts = { consoleLater };
