import app from '../zh-CN.json';
import auth from '#auth/messages/zh-CN.json';
import dashboard from '#dashboard/messages/zh-CN.json';
import ledger from '#ledger/messages/zh-CN.json';
import platform from '#platform/messages/zh-CN.json';

export const messages = { app, auth, dashboard, ledger, platform };
