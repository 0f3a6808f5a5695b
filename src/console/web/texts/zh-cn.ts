import console from '#console/messages/zh-CN.json';
import money from '#money/messages/zh-CN.json';
import platform from '#platform/messages/zh-CN.json';

export const texts = { console, money, platform };
