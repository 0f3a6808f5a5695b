import app from '../en.json';
import auth from '#auth/messages/en.json';
import dashboard from '#dashboard/messages/en.json';
import ledger from '#ledger/messages/en.json';
import platform from '#platform/messages/en.json';

export const messages = { app, auth, dashboard, ledger, platform };
