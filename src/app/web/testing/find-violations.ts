import axe from 'axe-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Everything axe finds wrong on the page, in a line each; nothing when all is well. */
export async function findViolations(): Promise<string[]> {
  await standStill();
  const { violations } = await axe.run(document, { runOnly: rules });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  );
}

/**
 * What is still fading in has no contrast yet, and a dialog at no opacity is none: it begins to appear a frame after it is
 * there. Skeletons breathe for ever and are not waited for.
 */
async function standStill(): Promise<void> {
  for (;;) {
    await nextFrame();
    await nextFrame();
    const ending = document.getAnimations().filter(({ effect, playState }) => {
      const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      return !isEndless && playState === 'running';
    });
    if (ending.length === 0) return;
    await Promise.allSettled(ending.map((animation) => animation.finished));
  }
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
