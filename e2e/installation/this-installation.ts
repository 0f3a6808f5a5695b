import { test } from '@playwright/test';

/** The product, started for the journeys: its port, the console two beside it, and the folder in which it keeps everything. */
export interface Installation {
  port: number;
  folder: string;
}

/** The one that the test which runs is for; playwright.config.ts says which. */
export function thisInstallation(): Installation {
  return test.info().project.metadata as Installation;
}
