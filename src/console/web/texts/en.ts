import console from '#console/messages/en.json';
import platform from '#platform/messages/en.json';

export const texts = { console, platform };
