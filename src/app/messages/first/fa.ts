import app from '../fa.json';
import auth from '#auth/messages/fa.json';
import dashboard from '#dashboard/messages/fa.json';
import ledger from '#ledger/messages/fa.json';
import platform from '#platform/messages/fa.json';

export const messages = { app, auth, dashboard, ledger, platform };
