import auth from '#auth/messages/pt-BR.json';
import platform from '#platform/messages/pt-BR.json';
import { loginChapter } from '../login-chapter.ts';

export const messages = loginChapter({ auth, platform });
