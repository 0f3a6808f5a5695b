import catalog from '#catalog/messages/en.json';
import copytrade from '#copytrade/messages/en.json';
import explanations from '#explanations/messages/en.json';
import positions from '#positions/messages/en.json';
import primevault from '#primevault/messages/en.json';
import primezord from '#primezord/messages/en.json';
import stakes from '#stakes/messages/en.json';

export const texts = { catalog, copytrade, explanations, positions, primevault, primezord, stakes };
