// Compiles the source that includes it once for each instruction set (a "target" of the Highway
// library) and brings in Highway's vector operations for the current one.
//
//   #undef HWY_TARGET_INCLUDE
//   #define HWY_TARGET_INCLUDE "path/of/this_source.cpp"
//   #include "models/lanes/each_target.inl"
//   #include "models/lanes/exp_log.inl"          // kernels, likewise once per target
//   HWY_BEFORE_NAMESPACE();
//   namespace trialcost { namespace HWY_NAMESPACE { ...the code of one target... } }
//   HWY_AFTER_NAMESPACE();
//   #if HWY_ONCE
//   namespace trialcost { HWY_EXPORT(f); ...HWY_DYNAMIC_DISPATCH(f)(arguments)... }
//   #endif
//
// The call takes the best target of the processor, found at the first call. The plain x86-64
// processor is served too: its target has one lane and no fused instructions, so code has to
// compile for HWY_SCALAR, which has no operations that change the lane width.
//
// There is no #pragma once here, nor in the kernels: they are read anew for each target.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
