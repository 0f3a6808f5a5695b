import consoleLater from '#console/messages/later/fa.json';

export const texts = { consoleLater };
