import { declareRefusals } from '#platform/refusal.ts';

/** Why an action is not taken, or a request not decided on. */
export const { refuse: refuseConsole, ...consoleRefusals } = declareRefusals('console', {
  unknown_command: 404,
  reason_required: 422,
  mistyped: 422,
  refused: 409,
  unknown_request: 404,
  request_over: 409,
  already_asked: 409,
  own_request: 403,
  same_person: 403,
  no_such_plan: 422,
  view_not_open: 403,
  export_not_open: 403,
  unknown_setting: 422,
  unknown_promocode: 422,
  unknown_file: 422,
  too_many_files: 409,
  case_closed: 409,
  evidence_type: 422,
  evidence_too_large: 422,
  not_a_feed: 422,
  too_many_days: 422,
  report_damaged: 409,
});
