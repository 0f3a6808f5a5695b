import consoleLater from '#console/messages/later/zh-CN.json';

export const texts = { consoleLater };
