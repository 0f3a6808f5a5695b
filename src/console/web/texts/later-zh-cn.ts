import consoleLater from '#console/messages/page/zh-CN.json';

export const texts = { consoleLater };
