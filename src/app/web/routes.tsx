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

/** Every screen. */
export function Routing() {
  return (
    <Routes>
      <Route element={<Guard />}>
        <Route path="/auth/login" element={<LoginPage SecondStep={SecondStep} />} />
        <Route path="/auth/second-key" element={<LostKeyScreen />} />
        <Route path="/auth/register" element={<RegisterPage />} />
        <Route path="/auth/recover" element={<RecoverPage />} />
        <Route path="/auth/reset" element={<ResetPage />} />
        <Route path="/auth/confirm" element={<ConfirmPage />} />
        <Route path="/auth/*" element={<Navigate to="/auth/login" replace />} />
        <Route path="/404" element={<NotFoundPage />} />
        <Route element={<Shell />}>
          <Route path="/dashboard" element={<DashboardScreen />} />
          <Route path="/stake" element={<StakesPage ApprovalStep={ApprovalStep} />} />
          <Route path="/copytrade" element={<CopytradePage />} />
          <Route path="/explanation/:user/:figure/:id?" element={<ExplanationPage />} />
          <Route path="/help" element={<HelpPage />} />
          <Route path="/history" element={<HistoryScreen />} />
          <Route path="/maturities" element={<MaturitiesPage />} />
          <Route path="/network" element={<NetworkScreen />} />
          <Route path="/notices" element={<NoticesPage />} />
          <Route path="/operations" element={<OperationsPage />} />
          <Route path="/primevault" element={<PrimevaultPage />} />
          <Route path="/primezord" element={<PrimezordScreen />} />
          <Route path="/products" element={<ProductsPage />} />
          <Route path="/profile" element={<ProfileScreen />} />
        </Route>
        <Route path="*" element={<Navigate to="/dashboard" replace />} />
      </Route>
    </Routes>
  );
}
