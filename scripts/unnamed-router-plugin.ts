import type { Plugin } from 'vite';

const router = /\/react-router\/dist\/production\/[^/]+\.mjs$/;

/**
 * The router gives its components names for developers' tools, and an assignment keeps alive what nobody uses: forms, and what fetches
 * for them. Without the names it is left out of the build.
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
