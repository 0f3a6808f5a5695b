import console from '#console/messages/en.json';
import money from '#money/messages/en.json';
import platform from '#platform/messages/en.json';

export const texts = { console, money, platform };
