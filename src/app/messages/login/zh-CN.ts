import auth from '#auth/messages/zh-CN.json';
import platform from '#platform/messages/zh-CN.json';
import { loginChapter } from '../login-chapter.ts';

export const messages = loginChapter({ auth, platform });
