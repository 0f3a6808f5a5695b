import console from '#console/messages/pt-BR.json';
import money from '#money/messages/pt-BR.json';
import platform from '#platform/messages/pt-BR.json';

export const texts = { console, money, platform };
