import type { Plugin } from 'vite';

const router = /\/react-router\/dist\/production\/[^/]+\.mjs$/;

/**
 * The router assigns display names to its components for developer tools, and these assignments keep unused code alive: forms and their
 * fetching. Without the names it is left out of the build.
 */
export function unnamedRouterPlugin(): Plugin {
  return {
    name: 'unnamed-router',
    transform: {
      filter: { id: router },
      handler(code) {
        const unnamed = code.replace(/^\w+\.displayName = "[^"]*";$/gm, '');
        return { code: unnamed.replace(/= (\w+\.forwardRef\()/g, '= /* @__PURE__ */ $1'), map: null };
      },
    },
  };
}
