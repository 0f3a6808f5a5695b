import consoleLater from '#console/messages/page/en.json';

export const texts = { consoleLater };
