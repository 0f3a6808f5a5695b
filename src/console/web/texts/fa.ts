import console from '#console/messages/fa.json';
import money from '#money/messages/fa.json';
import platform from '#platform/messages/fa.json';

export const texts = { console, money, platform };
