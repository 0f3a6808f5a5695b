import auth from '#auth/messages/en.json';
import platform from '#platform/messages/en.json';
import { loginChapter } from '../login-chapter.ts';

export const messages = loginChapter({ auth, platform });
