import app from '../es.json';
import auth from '#auth/messages/es.json';
import dashboard from '#dashboard/messages/es.json';
import ledger from '#ledger/messages/es.json';
import platform from '#platform/messages/es.json';

export const messages = { app, auth, dashboard, ledger, platform };
