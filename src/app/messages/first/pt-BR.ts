import app from '../pt-BR.json';
import auth from '#auth/messages/pt-BR.json';
import dashboard from '#dashboard/messages/pt-BR.json';
import ledger from '#ledger/messages/pt-BR.json';
import platform from '#platform/messages/pt-BR.json';

export const messages = { app, auth, dashboard, ledger, platform };
