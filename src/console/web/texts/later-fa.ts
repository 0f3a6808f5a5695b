import consoleLater from '#console/messages/page/fa.json';

export const texts = { consoleLater };
