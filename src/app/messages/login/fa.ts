import auth from '#auth/messages/fa.json';
import platform from '#platform/messages/fa.json';
import { loginChapter } from '../login-chapter.ts';

export const messages = loginChapter({ auth, platform });
