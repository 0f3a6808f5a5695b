import { declareRefusals } from '#platform/refusal.ts';

export const { refuse: refuseNotice, ...noticeRefusals } = declareRefusals('notices', {
  too_many_streams: 429,
});
