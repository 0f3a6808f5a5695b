import catalog from '#catalog/messages/pt-BR.json';
import copytrade from '#copytrade/messages/pt-BR.json';
import explanations from '#explanations/messages/pt-BR.json';
import positions from '#positions/messages/pt-BR.json';
import primevault from '#primevault/messages/pt-BR.json';
import primezord from '#primezord/messages/pt-BR.json';
import stakes from '#stakes/messages/pt-BR.json';

export const texts = { catalog, copytrade, explanations, positions, primevault, primezord, stakes };
