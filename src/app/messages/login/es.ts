import auth from '#auth/messages/es.json';
import platform from '#platform/messages/es.json';
import { loginChapter } from '../login-chapter.ts';

export const messages = loginChapter({ auth, platform });
