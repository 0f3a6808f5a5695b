import { test } from '@playwright/test';

/** The product as started for the journeys: its port, with the console's two above it, and its data folder. */
export interface Installation {
  port: number;
  folder: string;
}

/** The installation of the current test, as configured in playwright.config.ts. */
export function thisInstallation(): Installation {
  return test.info().project.metadata as Installation;
}
