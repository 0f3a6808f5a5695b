import type { ComponentType } from 'react';
import type { IconProps } from '#platform/web/ui/icon.tsx';
import { IconBot, IconCopies, IconStake, IconVault } from '#platform/web/ui/icons-navigation.tsx';
import type { Product } from '../registry.ts';

/** The icon of each product, wherever it appears. */
export const productIcons: Record<Product, ComponentType<IconProps>> = {
  stake: IconStake,
  copytrade: IconCopies,
  primevault: IconVault,
  primezord: IconBot,
};
