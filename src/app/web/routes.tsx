import type { ComponentType } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { ApprovalStep } from './approval-step.ts';
import { DashboardScreen } from './dashboard-screen.tsx';
import { Guard } from './guard.tsx';
import {
  ConfirmPage,
  CopytradePage,
  ExplanationPage,
  HelpPage,
  HistoryScreen,
  LoginPage,
  LostKeyScreen,
  MaturitiesPage,
  NotFoundPage,
  NetworkScreen,
  NoticesPage,
  OperationsPage,
  PrimevaultPage,
  PrimezordScreen,
  ProductsPage,
  ProfileScreen,
  RecoverPage,
  RegisterPage,
  ResetPage,
  StakesPage,
} from './screens.ts';
import { SecondStep } from './second-step.ts';
import { Shell } from './shell/shell.tsx';

/** Pages for getting in, by the rest of their address. */
const gettingIn: Record<string, ComponentType> = {
  'second-key': LostKeyScreen,
  register: RegisterPage,
  recover: RecoverPage,
  reset: ResetPage,
  confirm: ConfirmPage,
};

/** Screens in the frame, by address. */
const framed: Record<string, ComponentType> = {
  dashboard: DashboardScreen,
  copytrade: CopytradePage,
  'explanation/:user/:figure/:id?': ExplanationPage,
  help: HelpPage,
  history: HistoryScreen,
  maturities: MaturitiesPage,
  network: NetworkScreen,
  notices: NoticesPage,
  operations: OperationsPage,
  primevault: PrimevaultPage,
  primezord: PrimezordScreen,
  products: ProductsPage,
  profile: ProfileScreen,
};

/** Every screen. */
export function Routing() {
  return (
    <Routes>
      <Route element={<Guard />}>
        <Route path="auth">
          <Route path="login" element={<LoginPage SecondStep={SecondStep} />} />
          {routesTo(gettingIn)}
          <Route path="*" element={<Navigate to="/auth/login" replace />} />
        </Route>
        <Route path="404" element={<NotFoundPage />} />
        <Route element={<Shell />}>
          <Route path="stake" element={<StakesPage ApprovalStep={ApprovalStep} />} />
          {routesTo(framed)}
        </Route>
        <Route path="*" element={<Navigate to="/dashboard" replace />} />
      </Route>
    </Routes>
  );
}

function routesTo(screens: Record<string, ComponentType>) {
  return Object.entries(screens).map(([path, Screen]) => <Route key={path} path={path} element={<Screen />} />);
}
