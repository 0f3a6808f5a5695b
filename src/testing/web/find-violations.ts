import axe from 'axe-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Everything axe finds wrong on the page, one line each; empty when there is nothing. */
export async function findViolations(): Promise<string[]> {
  await standStill();
  const { violations } = await axe.run(document, { runOnly: rules });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  );
}

/**
 * Waits for animations: content fading in has no contrast yet, and a dialog at zero opacity does not count. Endless skeleton animations are
 * not waited for.
 */
async function standStill(): Promise<void> {
  do {
    await nextFrame();
    await Promise.allSettled(ending().map((animation) => animation.finished));
  } while (ending().length > 0 || isDialogToCome());
}

function ending(): Animation[] {
  return document.getAnimations().filter(({ effect, playState }) => {
    const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
    return !isEndless && playState === 'running';
  });
}

/** A dialog is in the DOM some frames before it starts to appear. */
function isDialogToCome(): boolean {
  return [...document.querySelectorAll('[role=dialog]')].some(
    (dialog) => !dialog.checkVisibility({ opacityProperty: true }),
  );
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
