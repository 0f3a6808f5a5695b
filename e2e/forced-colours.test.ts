import type { Locator, Page } from '@playwright/test';
import { expect, type Investor, testInside as test } from './installation/investor.ts';
import { joinConsole } from './installation/staff.ts';
import { choose } from './installation/choose.ts';

/** With the reader's own colours (high contrast), what is otherwise conveyed only by a background is still conveyed. */
test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

async function invest({ bring, open }: Investor): Promise<void> {
  await bring(1000);
  await open(300, 60);
}

test('[B6] in forced colours the selected item stands out from the others and is legible', async ({
  page,
  investor,
}) => {
  await invest(investor);
  await page.goto('/dashboard');
  const ranges = page.getByRole('group', { name: /período/i }).locator('label');
  await standsOut(ranges.filter({ has: page.locator(':checked') }), ranges.last());
  const links = page.getByRole('complementary').getByRole('link');
  await standsOut(links.filter({ hasText: 'Início' }), links.filter({ hasText: 'Rede' }));
  await page.goto('/history?tab=stakes');
  const tabs = page.getByRole('navigation').filter({ hasText: 'Residual' }).getByRole('link');
  await standsOut(tabs.filter({ hasText: 'Stakes' }), tabs.filter({ hasText: 'Residual' }));
  await page.goto('/stake?dialog=new-stake');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await choose(dialog.getByRole('radio', { name: 'US$ 100', exact: true }));
  const cards = dialog.getByRole('group', { name: 'Valor' }).locator('label');
  await standsOut(cards.filter({ has: page.locator(':checked') }), cards.first());
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('saq');
  const option = page.locator('[role="option"]');
  await standsOut(option.and(page.locator('[data-focused]')), option.and(page.locator(':not([data-focused])')).first());
});

test('[B6] the focus ring is visible, also on the selected item; badges, bars and buttons keep an edge', async ({
  page,
  investor,
}) => {
  await invest(investor);
  await page.goto('/stake');
  const { canvas } = await system(page);
  const edges = ['[class*="badge"]', '[class*="bar"] progress, progress', 'main button', 'main [class*="card"]'];
  for (const edge of edges) {
    expect([edge, await page.locator(edge).first().evaluate(edgeOf)]).toEqual([edge, expect.stringMatching(/^rgb/)]);
    expect(await page.locator(edge).first().evaluate(edgeOf)).not.toBe(canvas);
  }
  const home = page.getByRole('complementary').getByRole('link', { name: 'Stake', exact: true });
  await home.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  const ring = await home.evaluate(ringOf);
  expect(ring).toMatch(/^solid [1-9]/);
});

test("[D5] charts keep lines and areas that contrast with the reader's background", async ({ page, investor }) => {
  await invest(investor);
  await page.goto('/dashboard');
  const { canvas } = await system(page);
  const drawing = page.getByRole('figure').locator('svg').first();
  await expect(drawing).toBeVisible();
  const colours = await drawing.evaluate(coloursOf);
  expect(colours.length).toBeGreaterThan(1);
  expect(colours.filter((colour) => contrast(colour, canvas) < 3)).toEqual([]);
});

test('[R6] in forced colours the console marks the current page', async ({ browser }) => {
  const { page } = await joinConsole(browser, 'support', 'Rita Moura');
  await page.emulateMedia({ forcedColors: 'active' });
  const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
  const here = page.locator('[aria-current="page"]');
  await standsOut(links.and(here), links.and(page.locator(':not([aria-current])')).last());
  await page.context().close();
});

/** The part of an element's interface that is used in the page. */
interface Place {
  ownerDocument: { defaultView: { getComputedStyle: (at: Place, part?: string) => Record<string, string> } };
  querySelectorAll: (selector: string) => Iterable<Place>;
  parentElement: Place | null;
}

const groundOf = (element: Place): [string, string] => {
  const { backgroundColor = '', color = '' } = element.ownerDocument.defaultView.getComputedStyle(element);
  return [backgroundColor, color];
};

const edgeOf = (element: Place): string => {
  const style = element.ownerDocument.defaultView.getComputedStyle(element);
  if (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') return style.outlineColor ?? '';
  return style.borderTopStyle === 'none' || style.borderTopWidth === '0px' ? 'none' : (style.borderTopColor ?? '');
};

const ringOf = (element: Place): string => {
  const { outlineStyle, outlineWidth } = element.ownerDocument.defaultView.getComputedStyle(element);
  return `${outlineStyle} ${outlineWidth}`;
};

/** The colours of a drawing: strokes of lines, fills of areas. */
const coloursOf = (drawing: Place): string[] => {
  const view = drawing.ownerDocument.defaultView;
  return [...drawing.querySelectorAll('path[data-part], path[class*="total"], circle')].map((each) => {
    const { fill = '', stroke = '' } = view.getComputedStyle(each);
    return fill === 'none' ? stroke : fill;
  });
};

async function standsOut(chosen: Locator, other: Locator): Promise<void> {
  const [ground, text] = await chosen.evaluate(groundOf);
  const [otherGround] = await other.evaluate(groundOf);
  expect(ground).not.toBe(otherGround);
  expect(contrast(ground, text)).toBeGreaterThanOrEqual(4.5);
}

async function system(page: Page): Promise<{ canvas: string }> {
  await page.locator('h1').first().waitFor();
  const canvas = await page.evaluate<string>(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.backgroundColor = 'Canvas';
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  })()`);
  return { canvas };
}

/** The WCAG contrast ratio. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((each) => {
    const part = Number(each) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
