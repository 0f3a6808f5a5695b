import console from '#console/messages/es.json';
import money from '#money/messages/es.json';
import platform from '#platform/messages/es.json';

export const texts = { console, money, platform };
